//! Query counter: how much work a database was given, for tests and benchmarks that prove what something costs.

use std::sync::atomic::{AtomicU64, Ordering};

/// Work so far. What is told to other processes is not counted.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Count {
    /// Statements outside transactions.
    pub reads: u64,
    /// Writing transactions begun.
    pub transactions: u64,
    /// Statements inside them.
    pub statements: u64,
}

impl Count {
    /// The work since an earlier count.
    #[must_use]
    pub fn since(self, earlier: Self) -> Self {
        Self {
            reads: self.reads - earlier.reads,
            transactions: self.transactions - earlier.transactions,
            statements: self.statements - earlier.statements,
        }
    }
}

#[derive(Debug, Default)]
pub(crate) struct Counter {
    reads: AtomicU64,
    transactions: AtomicU64,
    statements: AtomicU64,
}

impl Counter {
    pub(crate) fn read(&self) {
        self.reads.fetch_add(1, Ordering::Relaxed);
    }

    pub(crate) fn transaction(&self) {
        self.transactions.fetch_add(1, Ordering::Relaxed);
    }

    pub(crate) fn statement(&self) {
        self.statements.fetch_add(1, Ordering::Relaxed);
    }

    pub(crate) fn now(&self) -> Count {
        Count {
            reads: self.reads.load(Ordering::Relaxed),
            transactions: self.transactions.load(Ordering::Relaxed),
            statements: self.statements.load(Ordering::Relaxed),
        }
    }
}
