-- Events whose sentence was stored become an event and what it has changed.
update order_events set
  event = case
    when event like 'Shipment: %' then 'Shipment entered'
    when event like 'Shipment changed: %' then 'Shipment changed'
    when event like 'Shipment removed: %' then 'Shipment removed'
    when event like 'Parcel received, %' then 'Parcel received'
    when event like 'The courier has paid %' then 'Courier paid'
    when event like 'Payment of the courier resolved: %' then 'Courier payment resolved'
    when event like 'Size % confirmed for %' then 'Size confirmed'
    else 'Transition undone'
  end,
  change = case
    when event like 'Shipment: %'
      then jsonb_build_object('kind', 'shipment', 'before', '{}'::jsonb, 'after', jsonb_build_object('text', substr(event, 11)))
    when event like 'Shipment changed: %'
      then jsonb_build_object(
        'kind', 'shipment',
        'before', jsonb_build_object('text', split_part(substr(event, 19), ' → ', 1)),
        'after', jsonb_build_object('text', split_part(substr(event, 19), ' → ', 2))
      )
    when event like 'Shipment removed: %'
      then jsonb_build_object('kind', 'shipment', 'before', jsonb_build_object('text', substr(event, 19)), 'after', '{}'::jsonb)
    when event like 'Parcel received, %'
      then jsonb_build_object('kind', 'parcel', 'before', '{}'::jsonb, 'after', jsonb_build_object('condition', substr(event, 18)))
    when event like 'The courier has paid %' or event like 'Payment of the courier resolved: %'
      then jsonb_build_object('kind', 'courier payment', 'before', '{}'::jsonb, 'after', jsonb_build_object('text', event))
    when event like 'Size % confirmed for %'
      then jsonb_build_object(
        'kind', 'size', 'line', 0, 'name', substr(event, position(' confirmed for ' in event) + 15), 'before', null,
        'after', substr(event, 6, position(' confirmed for ' in event) - 6)
      )
    else jsonb_build_object('kind', 'status', 'before', jsonb_build_object('status', split_part(event, ' ', 1)), 'after', '{}'::jsonb)
  end
where event like 'Shipment: %' or event like 'Shipment changed: %' or event like 'Shipment removed: %' or event like 'Parcel received, %'
  or event like 'The courier has paid %' or event like 'Payment of the courier resolved: %' or event like 'Size % confirmed for %'
  or event in ('Placed undone', 'Confirmed undone', 'Packed undone', 'Shipped undone', 'Delivered undone', 'Cancelled undone', 'Refused undone', 'Undelivered undone');
