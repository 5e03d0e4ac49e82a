import { Component, type ReactNode } from 'react';

interface ErrorBoundaryProps {
  /** Shown instead of the children after an error; `reset` shows them again. */
  fallback: (reset: () => void) => ReactNode;
  children: ReactNode;
}

/** Confines an error of the children to their own place. */
export class ErrorBoundary extends Component<ErrorBoundaryProps, { isBroken: boolean }> {
  static getDerivedStateFromError() {
    return { isBroken: true };
  }

  override state = { isBroken: false };

  override render() {
    const { fallback, children } = this.props;

    return this.state.isBroken ? fallback(() => this.setState({ isBroken: false })) : children;
  }
}
