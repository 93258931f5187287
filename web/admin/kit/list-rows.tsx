import { useNavigate } from 'react-router'
import { moreRowsPerPage } from '#contract/kernel/limits/paging.ts'
import { readStoredJson, storeJson } from '../../api/stored-json.ts'

const storageKey = 'listRows'

/** The rows of a page that this browser has chosen for all lists; undefined: as many as each list usually has. */
export const readListRows = (): number | undefined => {
  const stored = readStoredJson('localStorage', storageKey)
  return moreRowsPerPage.find((rows) => rows === stored)
}

interface RowsChooserProps {
  /** as many as the list usually has */
  usual: number
  firstHref: string
}

/** Chooses how many rows a page has. The list begins again at its first page. */
export function RowsChooser({ usual, firstHref }: RowsChooserProps) {
  const navigate = useNavigate()
  return (
    <label className="flex items-center gap-2 text-sm text-soft print:hidden">
      Rows per page
      <select
        value={readListRows() ?? usual}
        onChange={({ target: { value } }) => {
          storeJson(
            'localStorage',
            storageKey,
            moreRowsPerPage.find((rows) => rows === Number(value)),
          )
          navigate(firstHref, { replace: true, preventScrollReset: true })
        }}
        className="min-h-11 rounded-control border border-edge bg-raised px-2 text-ink hover:border-ink sm:min-h-10"
      >
        {[...new Set([usual, ...moreRowsPerPage])]
          .toSorted((one, other) => one - other)
          .map((rows) => (
            <option key={rows}>{rows}</option>
          ))}
      </select>
    </label>
  )
}
