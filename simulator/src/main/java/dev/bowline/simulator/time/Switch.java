package dev.bowline.simulator.time;

/** How the one running thread changes: lets a chosen task run until it yields. */
interface Switch {
    /** Makes the thread of a new task, not yet started. */
    Thread newThread(Task task, Runnable body);

    /** Runs the task from the scheduler's thread until it yields or ends. */
    void run(Task task);

    /** Gives control back to the scheduler, from the task's own thread; returns when the task is run again. */
    void suspend(Task task);

    /** The fastest one that this virtual machine permits. */
    static Switch fastest() {
        Switch owned = CarrierSwitch.ifPermitted();
        return owned != null ? owned : new BatonSwitch();
    }
}
