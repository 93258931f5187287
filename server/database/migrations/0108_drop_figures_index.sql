-- The figures of a day read further columns of the orders, so that orders_newest serves them as well.
drop index orders_figures;
