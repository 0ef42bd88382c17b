# The methods of AMQP 0-9-1, made from spec/amqp091.txt into the build folder; included as "amqp091/methods.hpp".
set(AMQP091_INCLUDE "${PROJECT_BINARY_DIR}/generated/amqp091")
set(AMQP091_GENERATED "${AMQP091_INCLUDE}/amqp091/methods.hpp" "${AMQP091_INCLUDE}/amqp091/methods.cpp")
add_custom_command(
  OUTPUT ${AMQP091_GENERATED}
  COMMAND Python3::Interpreter "${PROJECT_SOURCE_DIR}/tools/amqp091_methods.py"
          "${PROJECT_SOURCE_DIR}/spec/amqp091.txt" "${AMQP091_INCLUDE}/amqp091"
  DEPENDS "${PROJECT_SOURCE_DIR}/tools/amqp091_methods.py" "${PROJECT_SOURCE_DIR}/spec/amqp091.txt"
  COMMENT "Making the AMQP 0-9-1 methods" VERBATIM)
