import { buildDrawerHref, productsPath } from '../kit/list-href.ts'
import { ScreenLink } from '../kit/small-button.tsx'

/** The name of a product, as a link to its details for administrators who may see them. */
export const ProductLink = ({ _id, name }: { _id: string; name: string }) => (
  <ScreenLink
    to={buildDrawerHref({ pathname: productsPath, search: '' }, _id)}
    otherwise={<span className="font-semibold wrap-anywhere">{name}</span>}
    className="inline-flex min-h-11 items-center font-semibold wrap-anywhere hover:underline sm:min-h-6"
  >
    {name}
  </ScreenLink>
)
