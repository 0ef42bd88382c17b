// SPDX-License-Identifier: Apache-2.0
#include "broker/agenda.hpp"

namespace amqpace::broker {

Task::Task(Agenda& agenda) : agenda_(agenda), id_(++agenda.last_id_) {}

Task::~Task() {
  agenda_.forget(*this);
}

void Agenda::wake(Task& task, Nanos at) {
  if (at >= task.at_) return;
  forget(task);
  task.at_ = at;
  due_.insert({at, task.id_, &task});
}

void Agenda::forget(Task& task) {
  if (task.at_ == kNever) return;
  due_.erase({task.at_, task.id_, &task});
  task.at_ = kNever;
}

void Agenda::run(Nanos now) {
  while (next() <= now) {
    Task& task = *due_.begin()->task;
    forget(task);
    task.run(now);
  }
}

}  // namespace amqpace::broker
