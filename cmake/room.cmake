# room(NAME DEPS a b … [THIRD_PARTY lib …] [PUBLIC_THIRD_PARTY lib …] [GENERATED file …])
#
# A room is src/NAME: a static library that sees the headers of the rooms it names (and of those they name)
# and nothing else, because its headers are reached through a folder that holds a single link to it.
# Files ending in _test.cpp make its test program, linked against the whole archive of the room and its
# named rooms only, so that a symbol of an unnamed room is an undefined reference there.
function(room name)
  cmake_parse_arguments(ROOM "" "" "DEPS;THIRD_PARTY;PUBLIC_THIRD_PARTY;GENERATED" ${ARGN})
  set(folder "${PROJECT_SOURCE_DIR}/src/${name}")
  set(gate "${PROJECT_BINARY_DIR}/rooms/${name}")
  file(MAKE_DIRECTORY "${gate}")
  file(CREATE_LINK "${folder}" "${gate}/${name}" SYMBOLIC)

  file(GLOB sources CONFIGURE_DEPENDS "${folder}/*.cpp")
  set(tests ${sources})
  list(FILTER sources EXCLUDE REGEX "_test\\.cpp$")
  list(FILTER tests INCLUDE REGEX "_test\\.cpp$")
  if(NOT sources AND NOT ROOM_GENERATED)
    # A room of headers only.
    add_library(${name} INTERFACE)
    target_include_directories(${name} INTERFACE "${gate}")
    target_link_libraries(${name} INTERFACE ${ROOM_DEPS} ${ROOM_PUBLIC_THIRD_PARTY})
  else()
    add_library(${name} STATIC ${sources} ${ROOM_GENERATED})
    target_include_directories(${name} PUBLIC "${gate}")
    target_link_libraries(${name} PUBLIC ${ROOM_DEPS} ${ROOM_PUBLIC_THIRD_PARTY} PRIVATE ${ROOM_THIRD_PARTY} Threads::Threads)
  endif()

  if(tests AND AMQPACE_TESTS)
    add_executable(${name}_test ${tests})
    # The whole archive stands first: behind the plain one its objects would be linked a second time.
    if(sources OR ROOM_GENERATED)
      target_link_libraries(${name}_test PRIVATE
        -Wl,--whole-archive $<TARGET_FILE:${name}> -Wl,--no-whole-archive)
    endif()
    target_link_libraries(${name}_test PRIVATE ${name} ${ROOM_THIRD_PARTY} GTest::gtest_main)
    # Tests assert values, not speed: on two cores half the build is theirs.
    target_compile_options(${name}_test PRIVATE $<$<CONFIG:Release>:-O1>)
    target_compile_definitions(${name}_test PRIVATE SOURCE_DIR="${PROJECT_SOURCE_DIR}")
    add_test(NAME unit.${name} COMMAND ${name}_test)
    set_tests_properties(unit.${name} PROPERTIES LABELS unit)
  endif()
endfunction()
