import { SmallButton } from '../kit/small-button.tsx'

/** Goes through the pages of a list whose page is no part of the address. */
export function NewerOlder({ page, totalPages, onPage }: { page: number; totalPages: number; onPage: (page: number) => void }) {
  return (
    <>
      <SmallButton disabled={page <= 1} onClick={() => onPage(page - 1)}>
        Newer
      </SmallButton>
      <span className="text-sm text-soft">
        Page {page} of {totalPages}
      </span>
      <SmallButton disabled={page >= totalPages} onClick={() => onPage(page + 1)}>
        Older
      </SmallButton>
    </>
  )
}
