/** Where an order goes, below a heading of its own. */
export function DeliveryAddressLines({ lines, phone }: { lines: readonly string[]; phone: string }) {
  return (
    <div>
      <h3 className="font-medium">Delivery to</h3>
      <address className="flex flex-col text-soft not-italic wrap-anywhere">
        {lines.map((line) => (
          <span key={line}>{line}</span>
        ))}
        <span className="tabular-nums">{phone}</span>
      </address>
    </div>
  )
}
