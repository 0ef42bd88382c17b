// SPDX-License-Identifier: Apache-2.0
#include "app/command.hpp"

int main(int argc, char** argv) { return amqpace::app::main_of(argc, argv); }
