# What `make install PREFIX=` puts where: the program, the library with its one header and CMake package, the examples.
include(GNUInstallDirs)
include(CMakePackageConfigHelpers)

install(TARGETS amqpace RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR})
install(TARGETS amqpace_library EXPORT amqpace_targets LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR})
install(DIRECTORY include/amqpace DESTINATION ${CMAKE_INSTALL_INCLUDEDIR})
install(DIRECTORY examples DESTINATION ${CMAKE_INSTALL_DATADIR}/amqpace)

set(AMQPACE_PACKAGE_DIR ${CMAKE_INSTALL_LIBDIR}/cmake/amqpace)
install(EXPORT amqpace_targets FILE amqpace-targets.cmake NAMESPACE amqpace:: DESTINATION ${AMQPACE_PACKAGE_DIR})
file(WRITE ${PROJECT_BINARY_DIR}/amqpace-config.cmake
  "include(\${CMAKE_CURRENT_LIST_DIR}/amqpace-targets.cmake)\n")
write_basic_package_version_file(${PROJECT_BINARY_DIR}/amqpace-config-version.cmake COMPATIBILITY SameMinorVersion)
install(FILES ${PROJECT_BINARY_DIR}/amqpace-config.cmake ${PROJECT_BINARY_DIR}/amqpace-config-version.cmake
  DESTINATION ${AMQPACE_PACKAGE_DIR})
