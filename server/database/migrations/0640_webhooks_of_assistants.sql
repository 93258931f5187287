-- Assistants receive the orders of their checkouts as events. The url of such an endpoint is that of the profile, which names where the events go.
-- It has no types and no secret, so that earlier versions send nothing to it.
alter table webhook_endpoints add column is_assistant boolean default false not null;
create unique index webhook_endpoints_of_assistants on webhook_endpoints (url) where is_assistant;

-- Profiles of the machine itself (UCP_LOCAL_AGENTS) receive nothing.
-- An order is published before it becomes one of an assistant, so this is an event of its own. An endpoint that was disabled is enabled again.
create function record_order_of_assistant() returns trigger language plpgsql as $$
begin
  insert into webhook_endpoints (url, description, types, secret, is_assistant)
  values (new.profile_url, left(new.agent_name, 200), '{}', '', true)
  on conflict (url) where is_assistant do nothing;
  update webhook_endpoints set disabled_at = null, disabled_reason = null, failing_since = null
  where url = new.profile_url and is_assistant and disabled_at is not null;
  insert into pending_events (type, subject_id, order_id) values ('order.changed', new.order_id, new.order_id)
  on conflict do nothing;
  return null;
end $$;
create trigger ucp_orders_event after insert on ucp_orders
  for each row when (new.profile_url like 'https://%') execute function record_order_of_assistant();

insert into webhook_endpoints (url, description, types, secret, is_assistant)
select distinct on (profile_url) profile_url, left(agent_name, 200), '{}'::text[], ''::bytea, true
from ucp_orders where profile_url like 'https://%';
