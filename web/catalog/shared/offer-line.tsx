interface OfferLineProps {
  /** sentences of the server */
  offers: readonly string[] | undefined
  /** the most that are named */
  max?: number
  className?: string
}

/** What running offers give, in one line; nothing without an offer. */
export function OfferLine({ offers, max, className = '' }: OfferLineProps) {
  if (offers === undefined) return null
  const text = offers.slice(0, max).join(' · ').replaceAll(' %', '\u00A0%')
  return <p className={`text-sm font-medium wrap-anywhere text-good ${className}`}>{text}</p>
}
