-- The orders of a person, guests included: by the last ten digits of the phone and by the e-mail address.
create index orders_of_phone on orders (right(regexp_replace(delivery_address ->> 'phone', '\D', '', 'g'), 10), placed_at desc);
create index orders_of_email on orders (lower(delivery_address ->> 'email'), placed_at desc);
