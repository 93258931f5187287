import { formatRupees } from '../kernel/money.ts'

/** The link that pays an order on delivery online. `saving`: rupees that an offer takes off. */
export const formatPayOnline = (saving: number | undefined): string =>
  `Pay online now${saving === undefined ? '' : ` and save ${formatRupees(saving)}`}`
