-- Lists by colour, fabric and country read the products. `list_facet_keys` stays for servers of the version before.
drop index products_of_facets;
