# The house: each room and the rooms it may name. tools/tidy.py holds this against ARCHITECTURE.md.
# Third parties belong to the one room that uses them.
find_package(tl-expected REQUIRED)
find_package(fmt REQUIRED)
find_package(OpenSSL REQUIRED)
find_package(ZLIB REQUIRED)
find_package(PkgConfig REQUIRED)
pkg_check_modules(FYAML REQUIRED IMPORTED_TARGET libfyaml)
pkg_check_modules(HTTPLIB REQUIRED IMPORTED_TARGET cpp-httplib)
find_package(nlohmann_json REQUIRED)

room(base THIRD_PARTY fmt::fmt PUBLIC_THIRD_PARTY tl::expected)
set_source_files_properties(src/base/version.cpp PROPERTIES
  COMPILE_DEFINITIONS AMQPACE_VERSION="${PROJECT_VERSION}")
room(hist DEPS base THIRD_PARTY ZLIB::ZLIB)
room(wire DEPS base)
include(cmake/amqp091.cmake)
room(amqp091 DEPS wire base GENERATED ${AMQP091_GENERATED})
target_include_directories(amqp091 PUBLIC "${AMQP091_INCLUDE}")
room(net DEPS base THIRD_PARTY OpenSSL::SSL)
room(client DEPS amqp091 wire net base)
room(broker DEPS amqp091 wire net base)
room(model DEPS base hist)
room(routing DEPS model base)
room(config DEPS model routing base THIRD_PARTY PkgConfig::FYAML nlohmann_json::nlohmann_json)
room(mgmt DEPS model net base THIRD_PARTY PkgConfig::HTTPLIB nlohmann_json::nlohmann_json OpenSSL::SSL fmt::fmt)
room(engine DEPS model hist routing client net base THIRD_PARTY fmt::fmt)
room(rules DEPS model hist base THIRD_PARTY fmt::fmt)
# g++ 12 takes an optional text that was looked at for uninitialized, with some sanitizers an error.
set_source_files_properties(${PROJECT_SOURCE_DIR}/src/report/member_reader.cpp
  PROPERTIES COMPILE_OPTIONS $<$<CXX_COMPILER_ID:GNU>:-Wno-maybe-uninitialized>)
room(report DEPS model hist base THIRD_PARTY fmt::fmt nlohmann_json::nlohmann_json)
room(api DEPS engine config rules report broker mgmt model hist client net base)
set_property(TARGET api APPEND PROPERTY INCLUDE_DIRECTORIES ${PROJECT_SOURCE_DIR}/include)
set_property(TARGET api APPEND PROPERTY INTERFACE_INCLUDE_DIRECTORIES $<BUILD_INTERFACE:${PROJECT_SOURCE_DIR}/include>)
find_package(CLI11 REQUIRED)
room(app DEPS api engine report config rules model broker net base THIRD_PARTY CLI11::CLI11)

add_executable(amqpace src/main.cpp)
target_link_libraries(amqpace PRIVATE app)

# The library as users get it: one shared library behind the one public header.
add_library(amqpace_library SHARED src/api/experiment.cpp)
set_target_properties(amqpace_library PROPERTIES OUTPUT_NAME amqpace EXPORT_NAME amqpace
  VERSION ${PROJECT_VERSION} SOVERSION ${PROJECT_VERSION_MAJOR})
target_include_directories(amqpace_library PUBLIC
  $<BUILD_INTERFACE:${PROJECT_SOURCE_DIR}/include> $<INSTALL_INTERFACE:include>)
target_link_libraries(amqpace_library PRIVATE api)
