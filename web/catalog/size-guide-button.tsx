import { lazy, Suspense, useState } from 'react'
import { Link } from 'react-router'
import { Icon } from '../ui/icon.tsx'

/** Loaded when it is opened. */
const SizeGuide = lazy(async () => ({ default: (await import('./size-guide.tsx')).SizeGuide }))

/** Opens the size guide of a category, the default one without a category. Without JavaScript it is a page. */
export function SizeGuideButton({ category, className = '' }: { category: string | undefined; className?: string }) {
  const [open, setOpen] = useState(false)
  return (
    <>
      <button type="button" onClick={() => setOpen(true)} className={`link hidden min-h-11 items-center gap-2 js:inline-flex ${className}`}>
        <Icon name="ruler" size={18} />
        Size guide
      </button>
      <Link
        to={category === undefined ? '/size-guide' : `/size-guide/${category}`}
        className={`link inline-flex min-h-11 items-center gap-2 js:hidden ${className}`}
      >
        <Icon name="ruler" size={18} />
        Size guide
      </Link>
      {open && (
        <Suspense>
          <SizeGuide category={category} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  )
}
