/** A dashed line between two parts of a page, hidden from screen readers. */
export function Divider({ className = 'text-line' }: { className?: string }) {
  return <div aria-hidden="true" className={`dashed-line ${className}`} />
}
