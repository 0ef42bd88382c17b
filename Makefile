# amqpace: what a person types. CMake does the building; `cmake --list-presets` shows the other builds.
SHELL := /bin/bash
BUILD := build/release
PROGRAM := $(BUILD)/amqpace
PREFIX ?= /usr/local
JOBS ?= $(shell nproc)
# Ubuntu 22.04's g++ is 11; tools/setup.sh put 12 beside it.
PICK_CXX = $$(v=$$(g++ -dumpversion | cut -d. -f1); [ "$$v" -lt 12 ] && command -v g++-12 || echo g++)
# Stays silent about what it may not do: a release build without tests needs no test library.
CONFIGURE = [ -n "$$CXX" ] || export CXX="$(PICK_CXX)"; cmake --preset release --log-level=WARNING

.PHONY: help run build test bench install clean

help:
	@echo 'make run              build, then measure examples/01-hello.yaml on the broker inside amqpace'
	@echo 'make test             unit and system tests (installs RabbitMQ, starts one of its own)'
	@echo 'make bench            CPU a message, against raw sockets in the same run; micro benchmarks'
	@echo 'make install PREFIX=  the program, the library and its CMake package ($(PREFIX))'
	@echo 'make clean            remove build/'
	@echo 'All of them first install what the machine lacks (Debian, Ubuntu) and say so.'

build:
	@tools/setup.sh run
	@[ -f $(BUILD)/CMakeCache.txt ] || { $(CONFIGURE) -DAMQPACE_TESTS=OFF; }
	@cmake --build --preset release --target amqpace -j $(JOBS)

run: build
	$(PROGRAM) run examples/01-hello.yaml --broker embedded:

test:
	@tools/setup.sh test
	@$(CONFIGURE) -DAMQPACE_TESTS=ON
	@cmake --build --preset release -j $(JOBS)
	ctest --test-dir $(BUILD) --output-on-failure -j $(JOBS)

bench:
	@tools/setup.sh bench
	@$(CONFIGURE) -DAMQPACE_BENCH=ON
	@cmake --build --preset release --target amqpace_bench amqpace_cpu_bench -j $(JOBS)
	$(BUILD)/bench/amqpace_cpu_bench
	$(BUILD)/bench/amqpace_bench

install: build
	@cmake --build --preset release --target amqpace_library -j $(JOBS)
	cmake --install $(BUILD) --prefix '$(PREFIX)'

clean:
	rm -rf build
