const eventTexts: Readonly<Record<string, string>> = {
  Placed: 'was placed',
  Paid: 'was paid',
  Confirmed: 'was confirmed',
  Packed: 'was packed',
  Shipped: 'was shipped',
  Delivered: 'was delivered',
  Cancelled: 'was cancelled',
  Refused: 'was refused on delivery',
  Refunded: 'was refunded',
}

/** `Order 7K3M-9QXT was shipped`. An unknown event is shown by its name. */
export const formatNotification = ({ number, event }: { number: string; event: string }): string =>
  `Order ${number} ${eventTexts[event] ?? `was updated: ${event}`}`
