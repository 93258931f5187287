-- Counters of the last minutes: no order waits for the disk because of them. After a crash they begin anew; what locks
-- an account is not among them.
alter table limits set unlogged;
