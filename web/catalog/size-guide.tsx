import { Dialog } from '../ui/dialog.tsx'

/** Body measurements in centimetres. */
const measurements = [
  ['M', '92–97', '76–81', '69'],
  ['L', '98–103', '82–87', '71'],
  ['XL', '104–110', '88–94', '73'],
  ['XXL', '111–117', '95–101', '75'],
] as const

export function SizeGuide({ onClose }: { onClose: () => void }) {
  return (
    <Dialog open onClose={onClose} title="Size guide">
      <p className="text-soft">Body measurements in centimetres. If you are between two sizes, choose the larger one for a relaxed fit.</p>
      <table className="w-full text-left tabular-nums">
        <thead>
          <tr className="border-b border-edge text-sm text-soft">
            {['Size', 'Chest', 'Waist', 'Back length'].map((head) => (
              <th key={head} scope="col" className="py-2 font-medium">
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {measurements.map(([size, ...numbers]) => (
            <tr key={size} className="border-b border-line last:border-0">
              <th scope="row" className="py-2.5 font-semibold">
                {size}
              </th>
              {numbers.map((number) => (
                <td key={number}>{number}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </Dialog>
  )
}
