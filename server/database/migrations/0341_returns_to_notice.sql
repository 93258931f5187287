-- Returns that wait for something, and those that ended because nothing came, for the bell.
create index returns_to_notice on returns (state, accepted_at) where state in ('asked', 'accepted', 'picked up', 'received', 'not received');
-- Prepaid parcels that came back undelivered, for the list of refunds to pay.
create index orders_received_back on orders (id) where returned_parcel in ('sellable', 'damaged') and paid_paise > refunded_paise;
