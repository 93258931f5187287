interface OfferLineProps {
  /** sentences of the server */
  offers: readonly string[] | undefined
  className?: string
}

/** What running offers give, in one line; nothing without an offer. */
export function OfferLine({ offers, className = '' }: OfferLineProps) {
  if (offers === undefined) return null
  return <p className={`text-sm font-medium wrap-anywhere text-good ${className}`}>{offers.join(' · ')}</p>
}
