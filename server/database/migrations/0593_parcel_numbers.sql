-- Messages of a courier name a parcel by its number.
create index courier_bookings_tracking_number on courier_bookings (tracking_number) where tracking_number is not null;
