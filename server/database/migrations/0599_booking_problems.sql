-- Bookings that a person must look at. Few rows have a text here.
create index courier_bookings_problem on courier_bookings (order_id) where problem <> '';
create index courier_bookings_cancel_problem on courier_bookings (order_id) where cancel_problem <> '';
