/** The brand's line between two parts of a page. Says nothing to a screen reader. */
export function Divider({ className = 'text-line' }: { className?: string }) {
  return <div aria-hidden="true" className={`stitch ${className}`} />
}
