-- PostgreSQL has uuidv7() from version 18 on. Before, the shop creates it: 48 bits of milliseconds, the version, 12 bits of the
-- fraction of the millisecond (RFC 9562, section 6.2, method 3), and random bits.
do $do$ begin
  if to_regprocedure('pg_catalog.uuidv7()') is null then
    create function uuidv7() returns uuid language sql volatile parallel safe as $$
      select encode(overlay(
        uuid_send(gen_random_uuid())
        placing substring(int8send(microseconds / 1000) from 3) || int2send((x'7000'::int + microseconds % 1000 * 4096 / 1000)::int2)
        from 1 for 8
      ), 'hex')::uuid
      from (select (extract(epoch from clock_timestamp()) * 1000000)::bigint as microseconds) as clock
    $$;
  end if;
end $do$;

