import { useMergeNotices } from '../guest-cart/merge-guest-cart.ts'
import { Button } from '../ui/button.tsx'

/** What changed when the guest cart was added to this one, until it is dismissed. */
export function MergeNotices() {
  const notices = useMergeNotices((state) => state.notices)
  if (notices.length === 0) return null
  return (
    <section
      aria-labelledby="merged"
      className="flex max-w-3xl flex-col items-start gap-3 rounded-control border border-edge bg-raised p-5"
    >
      <h2 id="merged" className="font-display text-xl">
        Your guest cart was added to this one
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
