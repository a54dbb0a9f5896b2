import { Component, type ReactNode, Suspense } from 'react';

/**
 * Around what is loaded on use and is not the screen itself: while it loads, or when it cannot be loaded, the screen stays
 * as it is.
 */
export class Optional extends Component<{ children: ReactNode }, { failed: boolean }> {
  override state = { failed: false };

  static getDerivedStateFromError() {
    return { failed: true };
  }

  override render() {
    return this.state.failed ? null : <Suspense>{this.props.children}</Suspense>;
  }
}
