import { type Measure, measures, toInches } from '#contract/catalog/measures.ts'
import type { SizeGuide } from '#contract/catalog/size-guide.ts'
import { findLetter, MeasureDrawing } from './measure-drawing.tsx'

export const units = { cm: 'Centimetres', in: 'Inches' } as const
export type Unit = keyof typeof units

/** The body measurements of each size in one unit. */
export function MeasureTable({ guide, unit }: { guide: SizeGuide; unit: Unit }) {
  const format = (value: string) => (value === '' ? '–' : unit === 'in' ? toInches(value) : value)
  const label = `Body measurements in ${units[unit].toLowerCase()}`
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard
    <section aria-label={label} tabIndex={0} className="scroll-row">
      <table className="w-full text-left tabular-nums">
        <caption className="sr-only">{label}</caption>
        <thead>
          <tr className="border-b border-edge text-sm text-soft">
            <th scope="col" className="py-2 pr-4 font-medium">
              Size
            </th>
            {guide.measures.map((measure) => (
              <th key={measure} scope="col" className="py-2 pr-4 font-medium whitespace-nowrap">
                {measures[measure].label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {guide.rows.map(({ size, values }) => (
            <tr key={size} className="border-b border-line last:border-0">
              <th scope="row" className="py-2.5 pr-4 font-semibold">
                {size}
              </th>
              {guide.measures.map((measure, index) => (
                <td key={measure} className="pr-4 whitespace-nowrap">
                  {format(values[index] ?? '')}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}

/** Where to take each measurement, with a drawing. */
export function HowToMeasure({ shown, level }: { shown: readonly Measure[]; level: 2 | 3 }) {
  const Heading = level === 2 ? 'h2' : 'h3'
  return (
    <section className="flex flex-col gap-3 border-t border-line pt-4">
      <Heading className="font-semibold">How to measure</Heading>
      <div className="flex items-start gap-5">
        <MeasureDrawing shown={shown} />
        <ul className="flex min-w-0 flex-col gap-2 text-sm">
          {shown.map((measure) => (
            <li key={measure}>
              <span className="font-semibold">
                <span className="text-thread">{findLetter({ shown, measure })}</span> {measures[measure].label}
              </span>
              <span className="text-soft">: {measures[measure].how}</span>
            </li>
          ))}
        </ul>
      </div>
    </section>
  )
}
