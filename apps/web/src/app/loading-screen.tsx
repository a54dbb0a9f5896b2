import { PageFrame } from '../ui/page.tsx';
import { SkeletonText } from '../ui/skeleton.tsx';

/** In the place of a screen that is on its way. */
export function LoadingScreen() {
  return (
    <PageFrame>
      <SkeletonText label="Loading your content..." />
    </PageFrame>
  );
}
