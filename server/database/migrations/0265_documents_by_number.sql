-- The list of documents finds one by its number without the series.
create index documents_by_number on documents (number);
