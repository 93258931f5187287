-- A keyed hash of the IP address of the last sign-in: a right PIN from there is no sign of somebody trying PINs over many accounts.
alter table known_devices add column ip_hash bytea;
