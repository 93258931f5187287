import { useEffect, useState } from 'react'
import type { Size } from '#contract/kernel/business.ts'
import { callSignedIn } from '../../../../session/call-signed-in.ts'

/** The sizes that the category has for new products; undefined when it has none, or while they load. */
export function useCategorySizes(category: string): readonly Size[] | undefined {
  const [loaded, setLoaded] = useState<{ category: string; sizes: readonly Size[] | undefined }>()
  useEffect(() => {
    if (category === '') return
    let isCurrent = true
    const load = async () => {
      const { categories } = await callSignedIn('GET /categories/admin', {})
      if (isCurrent) setLoaded({ category, sizes: categories.find(({ key }) => key === category)?.sizes ?? undefined })
    }
    // Without an answer the table starts with the other sets.
    load().catch(() => {})
    return () => {
      isCurrent = false
    }
  }, [category])
  return loaded?.category === category ? loaded.sizes : undefined
}
