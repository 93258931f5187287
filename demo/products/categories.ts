/** The categories that the demo shop has beside the first four. */
export const demoCategories = [
  {
    key: 'KURTA',
    name: 'Kurtas',
    words: 'kurta kurtas kurti tunic ethnic festive',
    sizes: ['S', 'M', 'L', 'XL', 'XXL', '3XL'],
    hsnCode: '6211',
  },
  {
    key: 'SHIRT',
    name: 'Shirts',
    words: 'shirt shirts button-down oxford collar formal',
    sizes: ['38', '39', '40', '42', '44', '46'],
    hsnCode: '6205',
  },
] as const
