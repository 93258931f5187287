export { Link, type LinkProps } from 'react-router'
