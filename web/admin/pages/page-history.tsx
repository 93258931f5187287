import type { AdminPage, PageVersion } from '#contract/pages/pages.ts'
import { callSignedIn } from '../../session/call-signed-in.ts'
import { Button } from '../../ui/button.tsx'
import { DrawerSection, LoadError } from '../kit/drawer.tsx'
import { formatDateTime } from '../kit/format-time.ts'
import { SmallButton } from '../kit/small-button.tsx'
import { useResource } from '../kit/use-resource.ts'

const load = (id: string) => callSignedIn('GET /pages/:id/versions', { params: { id } })

interface PageHistoryProps {
  page: AdminPage
  onUndo: () => void
  onRestore: (version: PageVersion) => void
}

/** What a page has shown. An earlier version can become the draft, and the last change of what is shown can be taken back. */
export function PageHistory({ page, onUndo, onRestore }: PageHistoryProps) {
  const { data, error, reload } = useResource({ id: page._id, load })
  const versions = data?.versions ?? []
  if (error === undefined && versions.length === 0) return null
  return (
    <DrawerSection title="Published before">
      <LoadError error={error} onRetry={reload} />
      <ol className="flex flex-col">
        {versions.map((version) => {
          const time = formatDateTime(version.changedAt)
          return (
            <li key={version.version} className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2 border-b border-line py-2">
              <span className="min-w-0 wrap-anywhere">
                <span className="font-medium">{time}</span>{' '}
                <span className="text-soft">
                  {version.kind} by {version.changedBy ?? 'a deleted account'}
                  {version.title !== null && `: ${version.title}`}
                </span>
              </span>
              {version.title !== null && (
                <SmallButton aria-label={`Restore the version of ${time}`} onClick={() => onRestore(version)}>
                  Restore
                </SmallButton>
              )}
            </li>
          )
        })}
      </ol>
      <div>
        <Button onClick={onUndo}>Take back the last change</Button>
      </div>
    </DrawerSection>
  )
}
