-- The secret of the authenticator app that replaces the one in use, until its first code has been entered.
alter table second_factors add column next_encrypted_secret bytea;
