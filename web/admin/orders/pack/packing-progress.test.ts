import { describe, expect, test } from 'vitest'
import type { ItemToPack, OrderToPack } from '#contract/orders/packing.ts'
import { countTicked, isComplete, listMissing, markMissing, noProgress, type Progress, scanCode, tickItem } from './packing-progress.ts'
import { readKey } from './use-scanner.ts'

const kurta: ItemToPack = {
  ...{ line: 1, _id: 'p1', name: 'Kurta', image: '/k', quantity: 3, size: 'M', sku: 'KU-M', barcode: '8901234567894', shelf: 'A2' },
}
const scarf: ItemToPack = { line: 2, _id: 'p2', name: 'Scarf', image: '/s', quantity: 1, size: null, sku: null, barcode: null }
const order: OrderToPack = {
  ...{ _id: 'o1', number: 'AAAA-0001', version: 3, name: 'Asha Rao', city: 'Bengaluru', createdAt: '2026-11-28T10:00:00.000Z' },
  ...{ items: [kurta, scarf], notes: [], isLate: false, problems: [] },
}
const scan = (code: string, progress: Progress = noProgress) => scanCode({ order, progress, code })
const tickAll = (items: readonly ItemToPack[], progress: Progress = noProgress): Progress =>
  items.reduce((before, item) => tickItem({ progress: before, item }) ?? before, progress)

describe('a scanned code', () => {
  test('ticks one item by its barcode or SKU, in any notation', () => {
    for (const code of ['8901234567894', 'KU-M', 'ku-m', ' KU\u2013M\u200b', 'ＫＵ-Ｍ', '८९०१२३४५६७८९४']) {
      const result = scan(code)
      expect(result.kind === 'ticked' && countTicked(result.progress, kurta)).toBe(1)
    }
  })

  test('is the same as a UPC and as an EAN with a zero before it', () => {
    const upc = { ...order, items: [{ ...kurta, barcode: '0012345678905' }] }
    expect(scanCode({ order: upc, progress: noProgress, code: '012345678905' }).kind).toBe('ticked')
  })

  test('is refused when it is no item of the order, or when all of the item is ticked', () => {
    expect(scan('KU-L')).toEqual({ kind: 'wrong' })
    expect(scan('')).toEqual({ kind: 'wrong' })
    expect(scan('KU-M', tickAll([kurta, kurta, kurta]))).toEqual({ kind: 'too many', item: kurta })
  })

  test('ticks the next line that has the same SKU', () => {
    const second = { ...kurta, line: 3, quantity: 1 }
    const two = { ...order, items: [{ ...kurta, quantity: 1 }, second] }
    const once = tickAll([{ ...kurta, quantity: 1 }])
    expect(scanCode({ order: two, progress: once, code: 'KU-M' })).toMatchObject({ kind: 'ticked', item: { line: 3 } })
  })

  test('can be the number of the order', () => {
    expect(scan('aaaa-0001')).toEqual({ kind: 'order' })
  })
})

test('an order is complete when each of its items is ticked', () => {
  const nearly = tickAll([kurta, kurta, scarf])
  expect([isComplete(order, nearly), isComplete(order, tickAll([kurta], nearly))]).toEqual([false, true])
  expect(isComplete({ items: [] }, noProgress)).toBe(false)
})

test('a tick is taken back, and another size on the same line is not ticked', () => {
  const once = tickAll([kurta])
  expect(tickItem({ progress: once, item: kurta, change: -1 })).toMatchObject({ ticked: { '1 p1 M': 0 } })
  expect(tickItem({ progress: noProgress, item: kurta, change: -1 })).toBeUndefined()
  expect(countTicked(once, { ...kurta, size: 'L' })).toBe(0)
  expect(countTicked(tickAll([kurta, kurta]), { ...kurta, quantity: 1 })).toBe(1)
})

test('what is missing is summed over the orders, without what was found later', () => {
  const first = { ...order, progress: markMissing(order, tickAll([kurta])) }
  const second = { ...order, number: 'AAAA-0002', items: [kurta], progress: markMissing({ ...order, items: [kurta] }, noProgress) }
  const foundLater = { ...order, progress: tickAll([scarf], markMissing(order, noProgress)) }
  expect(listMissing([first, second])).toBe('5 × Kurta, M, SKU KU-M, shelf A2: AAAA-0001, AAAA-0002\n1 × Scarf: AAAA-0001')
  expect(listMissing([foundLater])).toBe('3 × Kurta, M, SKU KU-M, shelf A2: AAAA-0001')
  expect(listMissing([{ ...order, progress: noProgress }])).toBe('')
})

describe('the keys of a scanner', () => {
  const type = (keys: readonly string[], { pauseMs = 5 } = {}) => {
    let typed = { text: '', at: 0 }
    const results = keys.map((key, index) => {
      const result = readKey({ key, at: index * pauseMs, typed })
      typed = result.typed
      return result
    })
    return results.at(-1)
  }

  test('are a code after Enter', () => {
    expect(type([...'KU M-1', 'Enter'])).toMatchObject({ code: 'KU M-1', isOfCode: true })
    expect(type(['Shift', 'K', 'Shift', 'U', 'Enter'])).toMatchObject({ code: 'KU' })
  })

  test('are none when they are typed slowly', () => {
    expect(type([...'KU-M', 'Enter'], { pauseMs: 1_001 })).toEqual({ typed: { text: '', at: 4_004 }, isOfCode: false })
  })

  test('leave Enter and a single space to the button that has the focus', () => {
    expect(type(['Enter'])?.isOfCode).toBe(false)
    expect(type([' '])?.isOfCode).toBe(false)
    expect(type(['a', ' '])?.isOfCode).toBe(true)
    expect(type(['Tab'])?.isOfCode).toBe(false)
  })
})
