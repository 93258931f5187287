import { useState } from 'react'
import { Link } from 'react-router'
import * as screenTexts from '#contract/kernel/texts/screen-texts.ts'
import { Icon } from '../../ui/icon.tsx'
import { showToast } from '../../ui/toast.ts'
import type { SizeGuide } from './size-guide.tsx'

/** Opens the size guide of a category, the default one without a category. Without JavaScript it is a page. */
export function SizeGuideButton({ category, className = '' }: { category: string | undefined; className?: string }) {
  // Loaded when it is opened.
  const [Guide, setGuide] = useState<typeof SizeGuide>()
  const open = () =>
    import('./size-guide.tsx').then(
      (module) => setGuide(() => module.SizeGuide),
      () => showToast({ text: screenTexts.fetchFailed, kind: 'error' }),
    )
  return (
    <>
      <button type="button" onClick={open} className={`link hidden min-h-11 items-center gap-2 js:inline-flex ${className}`}>
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
      {Guide && <Guide category={category} onClose={() => setGuide(undefined)} />}
    </>
  )
}
