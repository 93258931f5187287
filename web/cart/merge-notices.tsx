import { useMergeNotices } from '../guest-cart/merge-guest-cart.ts'
import { Button } from '../ui/button.tsx'

/** What changed when the guest's cart joined this one. Stays until it has been read. */
export function MergeNotices() {
  const notices = useMergeNotices((state) => state.notices)
  if (notices.length === 0) return null
  return (
    <section
      aria-labelledby="joined"
      className="flex max-w-3xl flex-col items-start gap-3 rounded-control border border-edge bg-raised p-5"
    >
      <h2 id="joined" className="font-display text-xl">
        Your guest cart has joined this one
      </h2>
      <ul className="list-disc pl-5">
        {notices.map((notice) => (
          <li key={notice}>{notice}</li>
        ))}
      </ul>
      <Button onClick={() => useMergeNotices.setState({ notices: [] })}>Got it</Button>
    </section>
  )
}
