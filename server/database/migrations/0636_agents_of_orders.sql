-- The address of the profile of the assistant whose checkout an order completed: it reads the order, also after its checkout is deleted. Null: not known.
-- Not agent_profile, because statements of earlier versions join this table with ucp_sessions.
alter table ucp_orders add column profile_url text;
update ucp_orders set profile_url = agent_profile from ucp_sessions where ucp_sessions.id = session_id;
