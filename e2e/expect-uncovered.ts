import type { Page } from '@playwright/test'
import { expect } from './shop.ts'

const controls = ['a[href]', 'button', 'input:not([type=hidden])', 'select', 'textarea', 'summary']
  .map((control) => `${control}:not([tabindex="-1"], :disabled)`)
  .join()

/** Checks that the page does not scroll sideways, and that no control of it (or of its open dialog) lies below something else. */
export async function expectUncovered({ page, name }: { page: Page; name: string }): Promise<void> {
  const width = page.viewportSize()?.width
  const readWidth = () => page.evaluate(() => document.documentElement.scrollWidth)
  await expect.poll(readWidth, { message: `${name}, width` }).toBeLessThanOrEqual(width ?? 0)
  await expect.poll(() => page.evaluate(listCovered, controls), { message: `${name}, covered controls` }).toEqual([])
}

/** Runs in the page. */
function listCovered(selector: string): string[] {
  const root = [...document.querySelectorAll('dialog[open]')].at(-1) ?? document
  const visible = [...root.querySelectorAll(selector)].filter((element) =>
    element.checkVisibility({ visibilityProperty: true, opacityProperty: true }),
  )
  return visible.flatMap((element) => {
    // Out of sight until it has the focus.
    if (element.matches('.skip-link')) return []
    element.scrollIntoView({ block: 'center', inline: 'center', behavior: 'instant' })
    const { left, top, width, height } = element.getBoundingClientRect()
    // Hidden fields of custom controls, and what is only read out.
    if (width < 4 || height < 4) return []
    const found = document.elementFromPoint(left + width / 2, top + height / 2)
    const label = (element as HTMLInputElement).labels?.[0]
    const isFree = found !== null && (element.contains(found) || found.contains(element) || label?.contains(found))
    return isFree ? [] : [`${element.outerHTML.slice(0, 120)} below ${found?.outerHTML.slice(0, 120)}`]
  })
}
