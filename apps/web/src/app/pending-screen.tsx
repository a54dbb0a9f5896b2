import { SkeletonText } from '../ui/skeleton.tsx';

export function PendingScreen() {
  return (
    <div className="mx-auto w-full max-w-3xl px-4 py-8 sm:px-6 sm:py-12">
      <SkeletonText label="Verifying your account..." />
    </div>
  );
}
