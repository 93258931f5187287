-- Every order and cart with a code finds its newest offer by it. The unique index has active codes only.
create index offers_by_code on offers (code, active desc, id desc) where code is not null;
