import { renderToStaticMarkup } from 'react-dom/server';
import { LandingPage, type LandingVariant } from './features/landing/landing-page.tsx';
import { FirstPicturePreload } from './features/landing/product-picture.tsx';

/** The landing page as text, for the build and the development server. Runs in Node, never in a browser. */
export const renderLanding = (variant: LandingVariant): string =>
  renderToStaticMarkup(<LandingPage variant={variant} session="unknown" />);

/** What belongs into the head of this page only. */
export const renderLandingHead = (variant: LandingVariant): string =>
  renderToStaticMarkup(<FirstPicturePreload variant={variant} />);
