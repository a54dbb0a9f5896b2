import { renderToStaticMarkup } from 'react-dom/server';
import { LandingPage, type LandingVariant } from './features/landing/landing-page.tsx';

/** The landing page as text, for the build and the development server. Runs in Node, never in a browser. */
export const renderLanding = (variant: LandingVariant): string =>
  renderToStaticMarkup(<LandingPage variant={variant} session="unknown" />);
