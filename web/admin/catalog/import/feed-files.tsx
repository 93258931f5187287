import { callSignedIn } from '../../../session/call-signed-in.ts'
import { Button } from '../../../ui/button.tsx'
import { FormError } from '../../../ui/form-error.tsx'
import { formatDateTime } from '../../kit/format-time.ts'
import { StatusMessage, useAction } from '../../kit/use-action.tsx'
import { useResource } from '../../kit/use-resource.ts'

const load = () => callSignedIn('GET /products/feeds', {})

/** The product feeds for shopping sites: their addresses, how old they are, and a button that writes them again. */
export function FeedFiles() {
  const { data, error } = useResource({ id: 'feeds', load })
  const { busy, message, run } = useAction()
  return (
    <section aria-labelledby="feeds" className="flex max-w-prose flex-col gap-4 border-t border-line pt-6">
      <h2 id="feeds" className="text-xl font-semibold">
        Feeds for shopping sites
      </h2>
      <p className="text-soft">
        Google Merchant Center and Meta's Commerce Manager fetch the products on sale from these addresses. They are written every hour.
      </p>
      <FormError text={error} />
      {data?.files.length === 0 && <p>They have not been written yet.</p>}
      {data !== undefined && data.files.length > 0 && (
        <ul className="flex flex-col">
          {data.files.map(({ path, items, writtenAt }) => (
            <li key={path} className="flex flex-wrap items-center gap-x-4 border-b border-line py-1 last:border-0">
              <a href={path} className="link inline-flex min-h-11 items-center wrap-anywhere">
                {path}
              </a>
              <span className="text-sm text-soft tabular-nums">
                {items.toLocaleString('en-IN')} {items === 1 ? 'size' : 'sizes'}, {formatDateTime(writtenAt)}
              </span>
            </li>
          ))}
        </ul>
      )}
      <div className="flex flex-wrap items-center gap-4">
        <Button variant="outline" aria-disabled={busy} onClick={() => run(() => callSignedIn('POST /products/feeds', {}))}>
          Write them now
        </Button>
        <StatusMessage message={message} />
      </div>
    </section>
  )
}
