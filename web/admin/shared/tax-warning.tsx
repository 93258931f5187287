/** Why the tax rate of a price is in doubt. It is announced, and nothing is refused. */
export function TaxWarning({ text, className = '' }: { text: string | undefined; className?: string }) {
  return (
    <p role="status" className={`text-sm font-medium text-bad empty:hidden ${className}`}>
      {text && `Tax: ${text}`}
    </p>
  )
}
