import { CopyLink } from '../../shared/copy-link.tsx'

/** Marks an order whose address is incomplete, and copies the link by which the shopper completes it. */
export function IncompleteAddress({ link }: { link: string }) {
  return (
    <div className="mt-3 flex flex-col items-start gap-2 text-sm">
      <p className="font-medium text-bad">Address incomplete</p>
      <p className="text-soft">The courier needs a PIN code and a 10-digit phone number.</p>
      <CopyLink link={link} label="Copy the address link" />
    </div>
  )
}
